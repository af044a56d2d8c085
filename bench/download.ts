/**
 * Downloads the reply of a POST request, discards it and prints its size in bytes, in a process of its own: a client in
 * the server's process would take the server's time. Usage: node bench/download.ts <address> <headers> <body>
 */
const [address = '', headers = '{}', body] = process.argv.slice(2)
const response = await fetch(address, {
  method: 'POST',
  headers: { ...JSON.parse(headers), 'content-type': 'application/json' },
  ...(body !== undefined && { body }),
})
if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`)
let bytes = 0
for await (const chunk of response.body) bytes += chunk.length
process.stdout.write(String(bytes))

export {}
