import { addressOf, communityApi, metricApi, roleApi, serviceApi, userApi } from '#contract'
import { headers } from '../api/call.ts'
import { sendEarly } from '../api/send-early.ts'
import { firstViewShown } from '../ui/browser/first-view-shown.ts'

/**
 * What every member's workspace asks for after its first view, in one request, while the code that needs it is loaded. All
 * of it may be read by everyone who is signed in: a refusal would be noted in the audit.
 */
export const sendLaterRequests = async (serviceId: string, isWide: boolean): Promise<void> => {
  await firstViewShown
  if (!navigator.onLine) return
  sendEarly(
    [
      addressOf(serviceApi.byId, { id: serviceId }),
      addressOf(roleApi.profile),
      addressOf(communityApi.communities),
      addressOf(communityApi.groups),
      addressOf(userApi.positions),
      // The counters of the footer, which phones do not have.
      ...(isWide ? [addressOf(metricApi.ofService, { service: serviceId })] : []),
    ],
    { method: 'GET', headers: headers() },
  )
}
