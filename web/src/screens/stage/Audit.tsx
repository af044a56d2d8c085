import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { AuditPage } from '../../people/audit/AuditPage.tsx'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'

export const Audit = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  if (!mayEver(actorOf(profile), 'audit.read')) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  return <AuditPage onClose={() => go({ ...workspace, view: undefined })} />
}
