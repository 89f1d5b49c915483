import { useState } from 'react'
import { coverageLabels, coverages, isCoverageStatus } from '#contract/platform/coverage/choices.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { dependentTypeLabels } from '#contract/platform/record/student-period-choices.ts'
import type { CopiedDependent, CopyPreview } from '#contract/records/student-periods/copy-shapes.ts'
import { createStudentPeriod, previewStudentPeriodCopy } from '#contract/records/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { copyParts } from './copy-choices.ts'
import { rolloverText, useRollover } from './rollover-text.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { valueWords } from '#client/platform/record/field-value.ts'
import { fieldLabel, isReadableField } from '#client/platform/record/field-text.ts'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSend, useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { fullName } from '#contract/platform/person-name.ts'

interface CopyYearDialogProps {
  studentId: number
  from: StudentPolicyYear
  period: Pick<Period, 'id' | 'name'>
  handle: DialogHandle
}

/** Renders the preview of a new policy year copied from an earlier one. */
export const CopyYearDialog = ({ studentId, from, period, handle }: CopyYearDialogProps) => {
  const { preview, parts, toggle, fields } = useCopyChoice(from.id, period.id)
  const { data: rules } = useRollover(period.id)
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
      description={`${rules ? `${rolloverText(rules)} ` : ''}Forms aren’t copied.`}
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            wraps
            busy={isSending}
            disabled={!preview.data}
            // the query cache reports a failure
            onClick={() => void add().catch(() => undefined)}
          >
            Add to {period.name}
          </Button>
        </>
      }
    >
      {parts.length > 0 && <Choice parts={parts} onToggle={toggle} />}
      <Loaded
        of={preview}
        compact
        what="The preview of this copy"
        who="Only this school’s admins and Shipmate Admins can add policy years."
      >
        {(data) => <Preview preview={data} isNothing={fields?.length === 0} />}
      </Loaded>
    </Dialog>
  )
}

const Choice = ({ parts, onToggle }: { parts: readonly CopyPart[]; onToggle: (key: string) => void }) => (
  <fieldset className="mb-4 border-b border-line pb-3">
    <legend className="mb-1 text-label font-medium text-ink-2">Copy</legend>
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
  /** Whether no field of the earlier year is copied. */
  isNothing: boolean
}

const Preview = ({ preview: { changes, dependents }, isNothing }: PreviewProps) => {
  const fields = changes.filter(({ field }) => !statusFields.has(field) && isReadableField(field))
  return (
    <div className="flex flex-col gap-4">
      <Statuses changes={changes} />
      {fields.length === 0 ? (
        <p className="text-ink-2">
          {isNothing
            ? 'Only the coverage above is set. Nothing else is copied.'
            : 'No other fields have values to copy.'}
        </p>
      ) : (
        <dl aria-label="New values" className="grid grid-cols-2 gap-x-6 gap-y-2.5">
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
        {dependents.map(({ type, covers, ...named }) => (
          <li key={`${type} ${fullName(named)}`}>
            {fullName(named)}
            <span className="text-ink-2">
              {' '}
              · {dependentTypeLabels[type]} ·{' '}
              {covers.length === 0
                ? 'not covered until enrolled again this year'
                : covers.map((one) => coverageLabels[one]).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )

/** A part that can be copied, with its filled fields. */
interface CopyPart {
  readonly key: string
  readonly label: string
  readonly fields: readonly string[]
  readonly isChosen: boolean
}

/** A company is copied by its ID and shown by its name. */
const copyNotes = (name: string): string => (fieldOf(name)?.format === 'companyName' ? `${name}_id` : name)

const partsOf = (preview: CopyPreview | undefined, left: ReadonlySet<string>): CopyPart[] => {
  const filled = preview?.changes.map(({ field }) => copyNotes(field)) ?? []
  return copyParts
    .map(({ key, label, fields }) => {
      const names: readonly string[] = fields
      return { key, label, fields: filled.filter((field) => names.includes(field)), isChosen: !left.has(key) }
    })
    .filter(({ fields }) => fields.length > 0)
}

/** Keeps which parts of a policy year are copied, and previews the new one. All parts by default. */
const useCopyChoice = (from: number, period: number) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const params = { id: from }
  const query = { period_id: String(period) }
  const whole = useAsk(previewStudentPeriodCopy, { params, query })
  const parts = partsOf(whole.data, left)
  const isWhole = parts.every(({ isChosen }) => isChosen)
  const fields = parts.flatMap((part) => (part.isChosen ? part.fields : []))
  const some = useAsk(
    previewStudentPeriodCopy,
    { params, query: { ...query, fields_to_carry: fields.join(',') || ',' } },
    { enabled: !isWhole },
  )
  const toggle = (key: string): void => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  return {
    preview: isWhole ? whole : some,
    parts,
    toggle,
    /** Returns the excluded parts as the call takes them; undefined for none. */
    fields: isWhole ? undefined : fields,
  }
}
