/** A file of its own: whoever comes to report does not need it before the report is sent. */
export const loadFollowPage = () => import('./FollowLinkPage.tsx')
