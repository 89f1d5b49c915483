import { useState } from 'react'
import type { CarrierFileKind } from '#contract/carrier-files/choices.ts'
import { listCarrierFiles, prepareCarrierFile } from '#contract/carrier-files/endpoints.ts'
import { useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { RadioGroup } from '#client/ui/controls/radio-group.tsx'
import { Banner } from '#client/ui/states/banner.tsx'

const kinds = [
  {
    value: 'changes',
    label: 'Changes since the last file',
    hint: 'New students, changed details and coverage that ended.',
  },
  { value: 'full', label: 'Full file', hint: 'Everyone with coverage, for the carrier to compare.' },
] as const

/** Renders the choice of the next file and the button that prepares it for review. */
export const NewFile = ({ period, isFirst }: { period: string; isFirst: boolean }) => {
  const [kind, setKind] = useState<CarrierFileKind>(isFirst ? 'full' : 'changes')
  const [isTest, setTest] = useState(false)
  const { send, isSending, error } = useSend(prepareCarrierFile, {
    refreshes: [listCarrierFiles],
    quiet: true,
  })
  return (
    <div className="flex flex-col items-start gap-4">
      <RadioGroup label="Content" options={kinds} value={kind} onChange={setKind} />
      <Checkbox
        label="Test file"
        hint="Marked as a test for the carrier. The next file isn’t compared with it."
        checked={isTest}
        onChange={(event) => setTest(event.target.checked)}
      />
      {error && <Banner tone="danger">{error.message}</Banner>}
      <Button
        variant="primary"
        busy={isSending}
        onClick={() => {
          // the banner shows failures
          send({ params: { id: period }, body: { kind, is_test: isTest } }).catch(() => undefined)
        }}
      >
        Prepare file
      </Button>
      <p className="text-label text-ink-3">
        You review the file before you release it. Nothing is sent by Shipmate.
      </p>
    </div>
  )
}
