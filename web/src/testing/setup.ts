import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// The default timeout of a second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

// Fields that grow with their text listen to it; jsdom has none.
if (typeof document !== 'undefined' && !('fonts' in document))
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// Test files share a document, so mounted components would receive later events.
afterEach(cleanup)
