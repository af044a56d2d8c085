/** Dropdowns above everything, also above a phone's full-screen popup. */
export const comboboxProps = { zIndex: 400, transitionProps: { duration: 0 } } as const
