/** Below this width the workspace has the phone's layout: slide panel and popups instead of sidebar and drawer. */
export const NARROW_PX = 900
