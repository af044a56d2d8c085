import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

// The default timeout of a second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

// Auto-growing text fields listen to `document.fonts`, which jsdom lacks.
if (typeof document !== 'undefined' && !('fonts' in document))
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// Test files share a document, so mounted components would receive later events.
afterEach(cleanup)

// Test files share storage and address, too: a session left behind would sign the next file in.
afterAll(() => {
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
