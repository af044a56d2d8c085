import type { ReactNode } from 'react'
import type { PublicService } from '#contract'
import { PublicFrame } from '../../ui/layout/PublicFrame.tsx'
import { LanguageSelect } from '../../ui/theme/Preferences.tsx'

export const VisitorLayout = ({ service, children }: { service?: PublicService; children: ReactNode }) => (
  <PublicFrame service={service} width={560} languageSelect={<LanguageSelect size="xs" />}>
    {children}
  </PublicFrame>
)
