/** Keeps keys and tokens out of the log, also those in addresses. */
export const redactedLogging = {
  redact: [
    'req.headers.authorization',
    'req.headers.cookie',
    'req.headers["x-api-key"]',
    'req.headers["x-ingest-key"]',
  ],
  serializers: {
    req: ({ method, url, ip, id }: { method: string; url?: string; ip: string; id: string }) => ({
      method,
      // The path of a calendar contains its token. Query strings are never logged.
      path: url?.split('?')[0]?.replace(/(?<=\/calendar\/feed\/).+/, '…'),
      ip,
      id,
    }),
  },
}
