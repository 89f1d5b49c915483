import { CircleCheck } from 'lucide-react'
import { countOpenFindings, listActivityReviews, lookAtFinding } from '#contract/outputs/audit/endpoints.ts'
import {
  findingTexts,
  lookedAt,
  type ActivityReview,
  type Finding,
  type FindingKind,
} from '#contract/outputs/audit/review.ts'
import { formatCount, formatInstant, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { useDialogHost, type DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'

interface FindingCardProps {
  finding: Finding
  week: Pick<ActivityReview, 'starts_on' | 'ends_on'>
}

/** Renders what someone did that was unusual, with the link to its rows, and who looked at it. */
export const FindingCard = ({ finding, week }: FindingCardProps) => {
  const openDialog = useDialogHost()
  const { person, kind } = finding
  return (
    <article
      aria-label={`${findingTexts[kind].label}: ${person.name}`}
      className="rounded-card bg-raised px-4 py-3 shadow-line"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{person.name}</span>
            <Pill tone={finding.looked_at === null ? 'warning' : 'neutral'}>{findingTexts[kind].label}</Pill>
          </p>
          <p className="mt-0.5 text-ink-2">{factText(finding)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton size="sm" to="/settings/activity" search={rowsOf(finding, week)}>
            Show activity
          </LinkButton>
          {finding.looked_at === null && (
            <Button size="sm" onClick={() => openDialog(LookDialog, { props: { finding } })}>
              Mark as reviewed…
            </Button>
          )}
        </div>
      </div>
      <Look finding={finding} />
    </article>
  )
}

const Look = ({ finding: { looked_at, looked_at_by, note } }: { finding: Finding }) =>
  looked_at !== null && (
    <div className="mt-2 flex items-start gap-1.5 border-t border-line pt-2 text-label">
      <CircleCheck size={14} aria-hidden className="mt-0.5 shrink-0 text-success-glyph" />
      <p className="min-w-0 break-words">
        <span className="text-ink-2">
          {looked_at_by?.name} reviewed it on {formatInstant(looked_at)}:
        </span>{' '}
        “{note}”
      </p>
    </div>
  )

/** Returns what was unusual, in a sentence. */
const factText = ({ kind, quantity, own_usual, others_usual, student }: Finding): string => {
  const students = formatCount(quantity, 'student')
  switch (kind) {
    case 'many_records':
      return `Viewed ${students}. They usually view ${formatNumber(own_usual)} a week; others view ${formatNumber(others_usual)}.`
    case 'other_hours':
      return `Viewed ${students} between 10 p.m. and 6 a.m.`
    case 'own_name':
      return student
        ? `Viewed ${student.name}, who has the same last name or email address.`
        : `Viewed ${students} with the same last name or email address.`
    case 'many_refusals':
      return `Was denied access ${formatNumber(quantity)} times.`
  }
}

const shownKinds: Partial<Record<FindingKind, string>> = { many_refusals: 'refused' }

/** Returns the filter of the activity log that shows the rows of a finding. */
const rowsOf = ({ person, kind, student }: Finding, { starts_on, ends_on }: FindingCardProps['week']) => ({
  person: person.id,
  time: 'custom',
  from: starts_on,
  to: ends_on,
  ...(student ? { student: student.id } : {}),
  ...(shownKinds[kind] === undefined ? {} : { kind: shownKinds[kind] }),
})

interface Values {
  note: string
}
const f = fieldsOf<Values>()

const LookDialog = ({ finding, handle }: { finding: Finding; handle: DialogHandle }) => {
  const toast = useToast()
  const { send } = useSend(lookAtFinding, {
    refreshes: [listActivityReviews, countOpenFindings],
    quiet: true,
  })
  const form = useRecordForm<Values, typeof lookedAt>({
    schema: lookedAt,
    defaults: { note: '' },
    onSubmit: async (body) => {
      await send({ params: { id: String(finding.id) }, body })
      toast.show({ tone: 'success', title: 'Note saved' })
      handle.close()
    },
  })
  return (
    <FormDialog
      {...handle.dialog}
      title="Mark this finding as reviewed?"
      description={`${finding.person.name}: ${factText(finding)}`}
      form={form}
      submitLabel="Mark as reviewed"
    >
      <f.Textarea
        name="note"
        label="Note"
        required
        hint="Say what you found out. You can’t change the note later."
      />
    </FormDialog>
  )
}
