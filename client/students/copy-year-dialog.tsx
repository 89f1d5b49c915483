import { useState } from 'react'
import { coverageLabels, coverages, isCoverageStatus } from '#contract/coverage/choices.ts'
import { fieldOf } from '#contract/known-fields.ts'
import type { Period } from '#contract/periods/shapes.ts'
import { dependentTypeLabels } from '#contract/student-periods/choices.ts'
import type { CopiedDependent, CopyPreview } from '#contract/student-periods/copy-shapes.ts'
import { createStudentPeriod, previewStudentPeriodCopy } from '#contract/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import { carryParts } from '#client/common/carry.ts'
import { CoveragePill } from '#client/common/coverage-pill.tsx'
import { FailedState } from '#client/common/failed-state.tsx'
import { valueWords } from '#client/common/field-value.ts'
import { fieldLabel, isReadableField } from '#client/common/field-words.ts'
import { enrollmentReads } from '#client/common/student-reads.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSend, useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'

interface CopyYearDialogProps {
  studentId: number
  from: StudentPolicyYear
  period: Pick<Period, 'id' | 'name'>
  handle: DialogHandle
}

/** What a new policy year would take over from an earlier one, to be looked at before it is added. */
export const CopyYearDialog = ({ studentId, from, period, handle }: CopyYearDialogProps) => {
  const { preview, parts, toggle, fields } = useCopyChoice(from.id, period.id)
  const offerUndo = useUndo(enrollmentReads)
  const { send, isSending } = useSend(createStudentPeriod, { refreshes: enrollmentReads })
  const add = async (): Promise<void> => {
    const { changeId } = await send({
      body: {
        student_id: studentId,
        period_id: period.id,
        copy_from_student_period_id: from.id,
        ...(fields === undefined ? {} : { fields_to_carry: [...fields] }),
      },
    })
    offerUndo({ changeId, title: `Added to ${period.name}`, description: `Copied from ${from.period_name}.` })
    handle.close()
  }
  return (
    <Dialog
      {...handle.dialog}
      title={`Add to ${period.name}, copied from ${from.period_name}`}
      description="Coverage begins anew; forms and premiums stay with their year."
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={!preview.data}
            // a failure is told by the cache of changes
            onClick={() => void add().catch(() => undefined)}
          >
            Add to {period.name}
          </Button>
        </>
      }
    >
      {parts.length > 0 && <Choice parts={parts} onToggle={toggle} />}
      {preview.data && <Preview preview={preview.data} chosen={fields} />}
      {!preview.data && !preview.error && <SkeletonRows />}
      {!preview.data && preview.error && (
        <FailedState
          compact
          error={preview.error}
          what="What would be copied"
          who="Only the student’s own school and Shipmate Admins add policy years."
          onRetry={() => void preview.refetch()}
        />
      )}
    </Dialog>
  )
}

const Choice = ({ parts, onToggle }: { parts: readonly CopyPart[]; onToggle: (key: string) => void }) => (
  <fieldset className="mb-4 border-b border-line pb-3">
    <legend className="mb-1 text-label font-medium text-ink-2">Carry over</legend>
    <div className="flex flex-wrap gap-x-6">
      {parts.map(({ key, label, fields, isChosen }) => (
        <Checkbox
          key={key}
          label={`${label} (${formatCount(fields.length, 'field')})`}
          checked={isChosen}
          onChange={() => onToggle(key)}
        />
      ))}
    </div>
  </fieldset>
)

const statusFields: ReadonlySet<string> = new Set(coverages.map(statusFieldOf))

interface PreviewProps {
  preview: CopyPreview
  /** The fields that are copied, where not all are. */
  chosen: readonly string[] | undefined
}

const Preview = ({ preview: { changes, dependents }, chosen }: PreviewProps) => {
  const isNothing = chosen?.length === 0
  const fields = changes.filter(
    ({ field }) => !isNothing && !statusFields.has(field) && isReadableField(field),
  )
  return (
    <div className="flex flex-col gap-4">
      <Statuses changes={changes} />
      {fields.length === 0 ? (
        <p className="text-ink-2">
          {isNothing
            ? 'Nothing is carried over but the coverage above.'
            : 'No other field is filled: there is nothing to carry over.'}
        </p>
      ) : (
        <dl aria-label="Carried over" className="grid grid-cols-2 gap-x-6 gap-y-2.5">
          {fields.map(({ field, after }) => (
            <div key={field} className="min-w-0">
              <dt className="text-label text-ink-3">{fieldLabel(field)}</dt>
              <dd className="tabular break-words">{valueWords(field, after)}</dd>
            </div>
          ))}
        </dl>
      )}
      <Dependents dependents={dependents} />
    </div>
  )
}

const Statuses = ({ changes }: Pick<CopyPreview, 'changes'>) => (
  <ul aria-label="Coverage" className="flex flex-wrap gap-x-5 gap-y-1.5">
    {coverages.map((coverage) => {
      const status = changes.find(({ field }) => field === statusFieldOf(coverage))?.after
      return (
        isCoverageStatus(status) && (
          <li key={coverage} className="flex items-center gap-1.5">
            <span className="text-label text-ink-3">{coverageLabels[coverage]}</span>
            <CoveragePill status={status} short />
          </li>
        )
      )
    })}
  </ul>
)

const Dependents = ({ dependents }: { dependents: readonly CopiedDependent[] }) =>
  dependents.length > 0 && (
    <section aria-label="Dependents" className="border-t border-line pt-3">
      <h3 className="mb-1 text-label text-ink-3">Dependents</h3>
      <ul className="flex flex-col gap-0.5">
        {dependents.map(({ type, first_name, last_name, covers }) => (
          <li key={`${type} ${first_name} ${last_name}`}>
            {first_name} {last_name}
            <span className="text-ink-2">
              {' '}
              · {dependentTypeLabels[type]} ·{' '}
              {covers.length === 0
                ? 'not covered until enrolled again'
                : covers.map((one) => coverageLabels[one]).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )

/** A part of what could be copied, with the fields that are filled. */
interface CopyPart {
  readonly key: string
  readonly label: string
  readonly fields: readonly string[]
  readonly isChosen: boolean
}

/** A company is copied by its number and shown by its name. */
const copiedAs = (name: string): string => (fieldOf(name)?.format === 'companyName' ? `${name}_id` : name)

const partsOf = (preview: CopyPreview | undefined, left: ReadonlySet<string>): CopyPart[] => {
  const filled = preview?.changes.map(({ field }) => copiedAs(field)) ?? []
  return carryParts
    .map(({ key, label, fields }) => {
      const names: readonly string[] = fields
      return { key, label, fields: filled.filter((field) => names.includes(field)), isChosen: !left.has(key) }
    })
    .filter(({ fields }) => fields.length > 0)
}

/** What of a policy year is copied, part by part, and what the new one would hold. All of it, until somebody leaves a part out. */
const useCopyChoice = (from: number, period: number) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const params = { id: from }
  const query = { period_id: String(period) }
  const whole = useAsk(previewStudentPeriodCopy, { params, query })
  const parts = partsOf(whole.data, left)
  const isWhole = parts.every(({ isChosen }) => isChosen)
  const fields = parts.flatMap((part) => (part.isChosen ? part.fields : []))
  const isAsked = !isWhole && fields.length > 0
  const some = useAsk(
    previewStudentPeriodCopy,
    { params, query: isAsked ? { ...query, fields_to_carry: fields.join(',') } : query },
    { enabled: isAsked },
  )
  const toggle = (key: string): void => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  return {
    preview: isAsked ? some : whole,
    parts,
    toggle,
    /** Which parts were left out, as the call takes it; undefined for none. */
    fields: isWhole ? undefined : fields,
  }
}
