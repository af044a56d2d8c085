import { type Actor, mayEver } from '#contract/platform/access/access.ts'
import { type Action, subjectOf } from '#contract/platform/access/action.ts'

const actor = (part: Partial<Actor>): Actor => ({
  id: 'me',
  name: 'Me',
  type: 'Operator',
  serviceId: 'own',
  visibleServiceIds: ['own'],
  isViewer: false,
  isServerOwner: false,
  mayExport: false,
  token: null,
  ...part,
})

const columns: Record<string, Actor> = {
  Viewer: actor({ isViewer: true }),
  Operator: actor({}),
  Admin: actor({ type: 'Admin' }),
  Technician: actor({ type: 'Technician' }),
  'Server owner': actor({ type: 'Technician', isServerOwner: true }),
}

/** The text of docs/PERMISSIONS.md: the rights of each access level, as far as the level alone decides. */
export function permissionsPage(): string {
  const rows = (Object.keys(subjectOf) as Action[]).map((action) => {
    const cells = Object.values(columns).map((who) => (mayEver(who, action) ? 'yes' : '–'))
    return `| \`${action}\` | ${cells.join(' | ')} |`
  })
  return `# Permissions

Which access level has which right. This page is generated from \`contract/src/platform/access/access.ts\`, which the server checks on every
request. A viewer is an Operator whose role is a viewer; an Admin or Technician with such a role keeps their configuration rights.

Rights beyond the level depend on the thing itself:

- Members configure their own service only. Other services that a member can see are read only.
- Operators edit events and activities they created, and delete them while they are new.
- Members with a higher access level cannot be changed or deleted, and no one gives out a higher level than their own.
- An Admin allows members one by one to export lists (\`list.export\`).
- An API token has the rights of its creator that its scopes include, in its own service only.
- The server owner is a Technician; services and server settings are the owner's alone.

| right | ${Object.keys(columns).join(' | ')} |
|---|${'---|'.repeat(Object.keys(columns).length)}
${rows.join('\n')}
`
}
