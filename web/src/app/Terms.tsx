import type { Profile, Settings } from '#contract'
import { titleOf } from '../i18n/names.ts'
import { TermsPage } from '../people/setting/TermsPage.tsx'
import { useAgreeToTerms, useLogOut } from '../people/user/data.ts'
import { SignedIn } from './SignedIn.tsx'

export const Terms = () => (
  <SignedIn>{({ profile, settings }) => <TermsGate profile={profile} settings={settings} />}</SignedIn>
)

const TermsGate = ({ profile, settings }: { profile: Profile; settings: Settings }) => {
  const agree = useAgreeToTerms()
  const logOut = useLogOut()
  return (
    <TermsPage
      settings={settings}
      serviceTitle={titleOf(profile.service)}
      isBusy={agree.isPending || logOut.isPending}
      problem={agree.error}
      onAgree={() => agree.mutate()}
      onDecline={() => logOut.mutate()}
    />
  )
}
