const REFRESH_SECONDS = 300

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '')

/** A KML file with which Google Earth reads the feed every five minutes. */
export const networkLinkFile = ({ name, link }: { name: string; link: string }): Blob =>
  new Blob(
    [
      `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><NetworkLink><name>${escaped(name)}</name><Link>
<href>${escaped(link)}</href><refreshMode>onInterval</refreshMode><refreshInterval>${REFRESH_SECONDS}</refreshInterval>
</Link></NetworkLink></kml>
`,
    ],
    { type: 'application/vnd.google-earth.kml+xml' },
  )
