import { typesWith } from '../../platform/access/access.ts'
import type { UserType } from '../../platform/access/subject.ts'

/** The types of members of whom a service can require a second factor: those who administer it. */
export const secondFactorTypes: readonly UserType[] = typesWith('service.edit')
