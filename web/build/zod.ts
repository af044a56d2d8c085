import { z } from 'zod'

// zod would try `new Function` once, which the content security policy reports. Before the first schema is made.
z.config({ jitless: true })

export { z }
