export const SIDE_PX = 345
