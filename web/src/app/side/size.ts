/** Width of the sidebar and of the drawer (specification, section 9). */
export const SIDE_PX = 345
