import { typesWith } from '../access.ts'
import type { UserType } from '../subject.ts'

/** The types of members of whom a service can require a second factor: those who administer it. */
export const secondFactorTypes: readonly UserType[] = typesWith('service.edit')
