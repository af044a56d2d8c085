/** Lists over everything, also over a phone's popup. */
export const comboboxProps = { zIndex: 400, transitionProps: { duration: 0 } } as const
