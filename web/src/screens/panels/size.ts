/** Width of the sidebar and of the drawer. */
export const SIDE_PX = 345
