import { lazy, Suspense, useState } from 'react'
import type { GettingStartedStep, Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { useGettingStarted } from '../../operations/starter/data.ts'
import { GettingStartedCard } from '../../operations/starter/GettingStartedCard.tsx'
import { actorOf, useChangeProfile } from '../../people/user/data.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { openPanel, type Panel, type Workspace } from '../workspace/workspace.ts'
import { usePublicLinkDialog } from './use-public-link.tsx'

const Inviting = lazy(
  withTexts(['people'], () => import('./Inviting.tsx').then((file) => ({ default: file.Inviting }))),
)

const places: Record<Exclude<GettingStartedStep, 'team' | 'publicLink'>, { panel: Panel; tab?: Workspace['tab'] }> = {
  starterSet: { panel: 'servicesettings', tab: 'starter' },
  homeArea: { panel: 'servicesettings', tab: 'general' },
  eventTypes: { panel: 'eventssettings' },
  roles: { panel: 'teamssettings' },
  streets: { panel: 'serversettings', tab: 'streets' },
  backup: { panel: 'serversettings', tab: 'backup' },
}

export const GettingStarted = ({ profile }: { profile: Profile }) => {
  const { workspace, path, go } = useWorkspace()
  const { data: steps, refetch } = useGettingStarted()
  const changeProfile = useChangeProfile()
  const publicLink = usePublicLinkDialog(profile, { onClose: refetch })
  const [isInviting, setIsInviting] = useState(false)
  if (!steps) return null
  const open = (step: GettingStartedStep) => {
    if (step === 'publicLink') return publicLink.open?.()
    if (step === 'team') return setIsInviting(true)
    const { panel, tab } = places[step]
    return go({ ...openPanel(workspace, path, panel), tab })
  }
  return (
    <>
      <GettingStartedCard
        // An Admin whose role is read-only has no right to the public link.
        steps={steps.filter(({ name }) => name !== 'publicLink' || publicLink.open)}
        onOpen={open}
        onDismiss={() => changeProfile.mutate({ hidesGettingStarted: true }, { onError: toastProblem })}
      />
      {publicLink.dialog}
      {isInviting && (
        <Suspense>
          <Inviting actor={actorOf(profile)} onClose={() => setIsInviting(false)} />
        </Suspense>
      )}
    </>
  )
}
