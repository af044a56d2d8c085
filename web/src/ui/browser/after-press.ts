let isPressed = false
const press = () => {
  isPressed = true
}
const lift = () => {
  isPressed = false
}
// A finger leaves the screen before the page is told of its press as if it were a mouse: only then fields are left.
for (const start of ['pointerdown', 'mousedown']) window.addEventListener(start, press, true)
const ends = ['pointerup', 'pointercancel', 'mouseup']
for (const end of ends) window.addEventListener(end, lift, true)

/**
 * Does it now, or, while a button is being pressed, once that press has become a click. A field that is left because
 * someone presses Save may show its error then: shown earlier, it would push the button away from under the finger.
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
