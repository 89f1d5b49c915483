import { FileUp } from 'lucide-react'
import { holdTexts } from '#contract/review/imports/choices.ts'
import type { ImportRun } from '#contract/review/imports/shapes.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import type { ImportPlace } from './use-file-import.ts'
import { useReview } from './use-import.ts'

interface HeldBannerProps {
  run: ImportRun
  held: NonNullable<ImportRun['held']>
  place: ImportPlace
}

/** Renders why nothing of a file can be imported: upload another one, or say that this one is right. */
export const HeldBanner = ({ run, held, place: { school, period } }: HeldBannerProps) => {
  const confirm = useConfirm()
  const { release, message, isSending } = useReview(run.id)
  const ask = async (): Promise<void> => {
    const agreed = await confirm({
      title: 'Confirm that the file is right?',
      message: `Check ${formatCount(held.rows, 'row')} first. Rows about another person stay stopped until you confirm them. Nothing is saved until you import.`,
      acceptLabel: 'Confirm file',
      danger: true,
    })
    if (agreed) await release()
  }
  return (
    <Banner
      tone="danger"
      title="Check this file before you import it"
      actions={
        <span className="flex flex-wrap gap-2">
          <LinkButton
            size="sm"
            icon={FileUp}
            to="/schools/$school/period/$period/import"
            params={{ school, period }}
          >
            Upload another file
          </LinkButton>
          <Button size="sm" busy={isSending} onClick={() => void ask()}>
            Confirm file
          </Button>
        </span>
      }
    >
      <p>{holdTexts[held.cause]}</p>
      <p>{formatCount(held.rows, 'row')} affected. Nothing can be imported until you decide.</p>
      {message !== null && <p className="font-medium">{message}</p>}
    </Banner>
  )
}
