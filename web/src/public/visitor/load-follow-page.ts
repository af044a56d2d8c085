import { withTexts } from '../../i18n/i18n.ts'

/** A file of its own, with texts of its own: whoever comes to report does not need it before the report is sent. */
export const loadFollowPage = withTexts(['follow'], () => import('./FollowLinkPage.tsx'))
