import { z } from 'zod'

// By default zod tries `new Function`, which violates the content security policy. Must run before the first schema is
// created.
z.config({ jitless: true })

export { z }
