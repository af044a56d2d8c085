/**
 * An online street map of the world that needs no key; the server's owner may choose it for the whole server. Pages get
 * it from this server, under `path`.
 */
export const PUBLIC_MAP = {
  token: 'public',
  path: '/map/public/style.json',
  name: 'OpenFreeMap',
  host: 'tiles.openfreemap.org',
  styleUrl: 'https://tiles.openfreemap.org/styles/liberty',
} as const
