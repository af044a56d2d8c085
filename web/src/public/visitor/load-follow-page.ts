import { withTexts } from '../../i18n/i18n.ts'

/** Loaded separately, because reporting needs this page and its texts only after the report was sent. */
export const loadFollowPage = withTexts(['follow'], () => import('./FollowLinkPage.tsx'))
