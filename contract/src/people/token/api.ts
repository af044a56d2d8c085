import { z } from 'zod'
import { OWN_SCOPE, type TokenScope, tokenScopes } from '../../platform/access/scope.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, required, Time } from '../../platform/kit/schema.ts'
import { shorten } from '../../platform/kit/text.ts'
import type { Language } from '../../platform/language/language.ts'

export const TOKEN_DAYS = 365

const limit = z.array(Id).min(1).max(200).nullable()

export const ApiToken = z.object({
  _id: Id,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Null for events of all types or of all regions. */
  eventTypes: limit,
  regions: limit,
  creator: z.object({ _id: Id, name: z.string() }),
  createdAt: Time,
  expiresAt: Time,
  lastUsedAt: Time.nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

const isAloneOrWithout = (scopes: readonly TokenScope[]) =>
  !scopes.includes(OWN_SCOPE) || scopes.every((scope) => scope === OWN_SCOPE)

export const NewApiToken = z.object({
  name: required(100),
  scopes: z.array(z.enum(tokenScopes)).min(1).refine(isAloneOrWithout, { error: 'form.notInList' }),
  eventTypes: limit.default(null),
  regions: limit.default(null),
  days: z.number().int().min(1).max(3650).default(TOKEN_DAYS),
})
export type NewApiToken = z.infer<typeof NewApiToken>

/** Reply to creating a token, the only one that contains the token itself. */
export const CreatedApiToken = ApiToken.extend({ token: z.string() })
export type CreatedApiToken = z.infer<typeof CreatedApiToken>

const Named = z.object({ _id: Id, name: z.string() })

/** Tokens and feeds that ended with a member's access. The member's calendar links end too. */
export const EndedAccess = z.object({ revokedTokens: z.array(Named), revokedFeeds: z.array(Named) })
export type EndedAccess = z.infer<typeof EndedAccess>

export const tokenApi = {
  list: {
    method: 'GET',
    path: '/tokens',
    summary: 'List the API tokens that the caller may revoke: for Admins those of the service, for others their own',
    needs: 'token.list',
    reply: z.array(ApiToken),
  },
  create: {
    method: 'POST',
    path: '/tokens',
    summary: 'Create an API token with one’s own password. Only this reply contains it',
    needs: 'token.create',
    body: NewApiToken.extend({ password: z.string().min(1).max(500) }),
    reply: CreatedApiToken,
  },
  revoke: {
    method: 'DELETE',
    path: '/tokens/:id',
    summary: 'Revoke an API token. Its requests and streams end at once',
    needs: 'token.revoke',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
  current: {
    method: 'GET',
    path: '/tokens/current',
    summary: 'Read the API token of this request: name, scopes, limits and service',
    needs: 'token.current',
    reply: ApiToken.omit({ lastUsedAt: true }).extend({ serviceId: Id }),
  },
} as const satisfies Record<string, Endpoint>

/** Message to Admins after a member with API tokens or feeds has deleted its own account. */
export const programsEndedTexts = (
  member: string,
  { revokedTokens, revokedFeeds }: EndedAccess,
): Record<Language, string> => {
  const names = shorten([...revokedTokens, ...revokedFeeds].map(({ name }) => name).join(', '), 300)
  return {
    en: `${member} deleted their account. Programs that used these API tokens and feeds have stopped: ${names}.`,
    he: `החשבון של ${member} נמחק דרך הפרופיל. תוכנות שהשתמשו באסימוני ה־API ובהזנות האלה הפסיקו לעבוד: ${names}.`,
  }
}
