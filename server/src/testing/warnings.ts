type Alert = {
  identifier?: string
  sender?: string
  sent?: string
  status?: string
  type?: string
  references?: string
  severity?: string
  expires?: string
  more?: string
  area?: string
  infos?: string
}

export const haifaArea = '<polygon>32.75,34.95 32.75,35.1 32.9,35.1 32.9,34.95 32.75,34.95</polygon>'

export const capMessage = ({
  identifier = 'flood-1',
  sender = 'warnings@example.org',
  sent = '2026-03-01T11:00:00+00:00',
  status = 'Actual',
  type = 'Alert',
  references = '',
  severity = 'Severe',
  expires = '2026-03-02T12:00:00+00:00',
  more = '',
  area = haifaArea,
  infos,
}: Alert = {}): string => `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
  <identifier>${identifier}</identifier><sender>${sender}</sender><sent>${sent}</sent>
  <status>${status}</status><msgType>${type}</msgType><scope>Public</scope>
  ${references && `<references>${references}</references>`}
  ${
    infos ??
    `<info><language>en-US</language><category>Met</category><event>Flood</event><responseType>Avoid</responseType>
    <urgency>Immediate</urgency><severity>${severity}</severity><certainty>Observed</certainty>
    ${expires && `<expires>${expires}</expires>`}
    <headline>Flood in Haifa</headline><description>Water rises.</description><instruction>Stay away.</instruction>
    ${more}<area><areaDesc>Haifa</areaDesc>${area}</area></info>`
  }
</alert>`

/** An Atom feed with a link to each message. */
export const atomFeed = (urls: readonly string[], updated = '2026-03-01T11:00:00Z'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Warnings</title>${urls
    .map(
      (url) =>
        `<entry><id>${url}</id><updated>${updated}</updated><link type="application/cap+xml" href="${url}"/></entry>`,
    )
    .join('')}</feed>`
