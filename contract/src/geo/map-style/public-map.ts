/**
 * An online street map of the world that needs no API key. The server's owner can choose it for the whole server. Pages
 * load it through this server, at `path`.
 */
export const PUBLIC_MAP = {
  token: 'public',
  path: '/map/public/style.json',
  name: 'OpenFreeMap',
  host: 'tiles.openfreemap.org',
  styleUrl: 'https://tiles.openfreemap.org/styles/liberty',
} as const
