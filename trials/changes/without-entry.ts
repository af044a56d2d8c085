/** Operations that write no entry into the audit, each with the reason. */
export const withoutEntry: Record<string, string> = {
  // Requests without changes.
  'POST /public-actions/check-url': 'looks at an address',
  'POST /service/check-map': 'looks at an address',
  'POST /rules/try': 'replays readings',
  'POST /public-board/{board}/similar': 'looks for similar entries of the public board',
  'POST /twin/similar': 'looks for similar events',
  'POST /aoi-type/suggest': 'guesses a type',
  'POST /streets/estimate': 'counts tiles',
  'POST /setup/places': 'searches places',
  'POST /setup/restore': 'tells how a restore goes',
  'POST /public/{link}/forget': 'removes a cookie from the device',
  // Requests whose next step is recorded.
  'POST /auth/second-factor': 'a secret that counts once a code confirms it',
  'POST /auth/re-entry': 'the same for every name; who uses the mailed link is recorded',
  // Recorded elsewhere.
  'POST /aoi': 'the event itself says who reported it, and when',
  'POST /public/{link}/report': 'the event itself says who reported it, and when',
  'POST /public/{link}/activities/{id}/subscribe': 'the subscription itself says who subscribed, and when',
  'POST /follow/leave': 'the visitor’s own subscription ends',
  'POST /follow/email':
    'of what the visitor itself is told; needs a mail server, so server/src/public/visitor tries it',
  'POST /follow/email/confirm': 'of what the visitor itself is told',
  'POST /follow/email/stop': 'of what the visitor itself is told',
  'POST /follow/device': 'of what the visitor itself is told',
  'POST /follow/device/stop': 'of what the visitor itself is told',
  'POST /follow/unsubscribe/{token}': 'of what the visitor itself is told',
  'POST /sensors/ingest': 'readings; the key that sent them was recorded',
  'POST /sensors/ingest/media': 'readings; the key that sent them was recorded',
  'DELETE /streets/unfinished/{id}':
    'recorded; takes a source that breaks off, so server/src/geo/streets/owner.test.ts tries it',
  'POST /escalation-notices/{token}/acknowledge':
    'recorded as an acknowledgement; takes the message on a device, so server/src/alarms/escalation/routes.test.ts tries it',
  'POST /twin/dismiss/{id}': 'a suggestion is not made again, with the member who said so; no event changes',
  'POST /cover/check': 'a device asks which of its copies are gone; nothing changes',
  'POST /review/next': 'the report is on the caller’s screen for some minutes; it does not change',
  'POST /review/reports/{id}/take': 'the report is on the caller’s screen for some minutes; it does not change',
  'POST /review/reports/{id}/release': 'the report leaves the caller’s screen; it does not change',
  // Requests about the caller alone.
  'POST /aoi/update-aoi-info/{id}': 'what the caller has read',
  'POST /escalations/seen': 'what the caller has seen',
  'POST /escalation-notices/{token}/seen': 'what the receiver has seen',
  'POST /user/location': 'where the caller is',
  'PATCH /user/notifications': 'of what the caller is told',
  'POST /user/notifications/test': 'a message to the caller’s own devices',
  'POST /user/register-device': 'of what the caller is told',
  'POST /user/unregister-device': 'of what the caller is told',
}
