import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { useFocusHome, useReturnFocus } from './use-return-focus.ts'

const Drawer = ({ shown, onClose }: { shown: string; onClose: () => void }) => {
  const part = useRef<HTMLElement>(null)
  useReturnFocus(part, shown)
  return (
    <section ref={part}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  )
}

const Page = ({ isOpenerKept = true }) => {
  const [shown, setShown] = useState('')
  return (
    <>
      <h2 tabIndex={-1} data-home>
        Events
      </h2>
      {(isOpenerKept || !shown) && (
        <button type="button" onClick={() => setShown('row')}>
          Row
        </button>
      )}
      <button type="button" onClick={() => setShown('other')}>
        Other row
      </button>
      <button type="button">Elsewhere</button>
      {shown && <Drawer shown={shown} onClose={() => setShown('')} />}
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

test('closing a drawer returns the focus to its opener', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(button('Row'))
  await user.click(button('Close'))
  expect(document.activeElement).toBe(button('Row'))
})

test('focus returns to the last opener, not to elements focused in between', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(button('Row'))
  await user.click(button('Other row'))
  await user.click(button('Elsewhere'))
  await user.click(button('Close'))
  expect(document.activeElement).toBe(button('Other row'))
})

test('focus goes to the heading when the opener is gone', async () => {
  const user = userEvent.setup()
  render(<Page isOpenerKept={false} />)
  await user.click(button('Row'))
  await user.click(button('Close'))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})

const Panel = ({ isSlow = false }) => {
  const [form, setForm] = useState('')
  const part = useRef<HTMLDivElement>(null)
  useFocusHome(part, form)
  return (
    <>
      <h2 tabIndex={-1} data-home>
        {form || 'Events'}
      </h2>
      <div ref={part}>
        {form && <input aria-label="Name" />}
        {/* While the form loads, Suspense hides the button instead of removing it. */}
        {(isSlow || !form) && (
          <button type="button" onClick={() => setForm('New event')}>
            New
          </button>
        )}
      </div>
      <button type="button" onClick={() => setForm('New region')}>
        Menu
      </button>
    </>
  )
}

test.each([false, true])('a form that replaces its button focuses its heading', async (isSlow) => {
  const user = userEvent.setup()
  render(<Panel isSlow={isSlow} />)
  expect(document.activeElement).toBe(document.body)
  await user.click(button('New'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'New event' }))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

test('an element pressed elsewhere keeps the focus', async () => {
  render(<Panel />)
  await userEvent.click(button('Menu'))
  expect(document.activeElement).toBe(button('Menu'))
})
