import { RotateCw } from 'lucide-react'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import type { ImportPlace } from './use-file-import.ts'

interface PreviewAgainProps {
  place: ImportPlace
  title: string
  message: string
  tone?: 'warning' | 'danger'
}

/** Renders a message that nothing was saved, with a button for a new preview. */
export const PreviewAgain = ({
  place: { school, period },
  title,
  message,
  tone = 'warning',
}: PreviewAgainProps) => (
  <Banner
    tone={tone}
    title={title}
    actions={
      <LinkButton
        size="sm"
        icon={RotateCw}
        to="/schools/$school/period/$period/import"
        params={{ school, period }}
      >
        Preview again
      </LinkButton>
    }
  >
    {message}
  </Banner>
)
