/** Dropdowns appear above everything, including a phone's full-screen popup. */
export const comboboxProps = { zIndex: 400, transitionProps: { duration: 0 } } as const
