import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

// Auto-growing text fields listen to `document.fonts`, which jsdom lacks.
if (typeof document !== 'undefined' && !('fonts' in document))
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// Test files share a document: components left mounted would receive events of later tests.
afterEach(cleanup)

// Test files also share storage and the address: a remaining session would sign in the next file's member.
afterAll(() => {
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
