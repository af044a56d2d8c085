let isPressed = false
const press = () => {
  isPressed = true
}
const lift = () => {
  isPressed = false
}
// On touch screens `pointerup` comes before the emulated mouse events, and fields blur only with those: both pairs are
// tracked.
for (const start of ['pointerdown', 'mousedown']) window.addEventListener(start, press, true)
const ends = ['pointerup', 'pointercancel', 'mouseup']
for (const end of ends) window.addEventListener(end, lift, true)

/**
 * Runs at once, or, while a button is being pressed, after its click. A field that blurs because someone presses Save
 * may show an error: shown at once, it would move the button away before the click.
 */
export const afterPress = (act: () => void): void => {
  if (!isPressed) {
    act()
    return
  }
  const ended = new AbortController()
  const once = () => {
    ended.abort()
    setTimeout(act)
  }
  for (const end of ends) window.addEventListener(end, once, { signal: ended.signal })
}
