let isPressed = false
const press = () => {
  isPressed = true
}
const lift = () => {
  isPressed = false
}
// Tracks pointer and mouse events: on touch screens `pointerup` precedes the emulated mouse events, and fields blur
// only with the latter.
for (const start of ['pointerdown', 'mousedown']) window.addEventListener(start, press, true)
const ends = ['pointerup', 'pointercancel', 'mouseup']
for (const end of ends) window.addEventListener(end, lift, true)

/**
 * Runs `act` at once or, while a button is being pressed, after its click. Pressing Save blurs a field; an error that
 * appeared at once would move the button away before the click.
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
