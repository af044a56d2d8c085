import { withTexts } from '../../i18n/i18n.ts'

/** Separate code and texts, because reporting does not need them until the report is sent. */
export const loadFollowPage = withTexts(['follow'], () => import('./FollowLinkPage.tsx'))
