/**
 * What appears when a field is left moves what lies below it. A press that left the field is on its way to something
 * there, so the page holds still until it has arrived.
 */
let isPressed = false
const set = (pressed: boolean) => () => {
  isPressed = pressed
}
document.addEventListener('pointerdown', set(true), true)
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, set(false), true)

export const afterPress = (act: () => void): void => {
  if (isPressed) addEventListener('pointerup', () => setTimeout(act), { once: true })
  else setTimeout(act)
}
