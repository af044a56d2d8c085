import { z } from 'zod'

// zod tries `new Function` once, which the content security policy would report. Must run before the first schema is
// made.
z.config({ jitless: true })

export { z }
