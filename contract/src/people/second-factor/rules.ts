import { typesWith } from '../../platform/access/access.ts'
import type { UserType } from '../../platform/access/subject.ts'

/** Access levels from which a service can require a second factor: those that administer the service. */
export const secondFactorTypes: readonly UserType[] = typesWith('service.edit')
