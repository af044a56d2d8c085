import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// `findBy…` and `waitFor` give up after a second by default, which a busy machine needs for one press.
configure({ asyncUtilTimeout: 60_000 })

// Fields that grow with their text listen to it; jsdom has none.
if (typeof document !== 'undefined' && !('fonts' in document))
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// Test files share one document: what stays mounted would listen to the events of the next one.
afterEach(cleanup)
