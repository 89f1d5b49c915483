import { TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ComparedField } from '#contract/review/form-submissions/review-shapes.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { CheckboxBox } from '#client/platform/ui/controls/checkbox.tsx'
import { Switch } from '#client/platform/ui/controls/switch.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { fieldLabel } from './field-text.ts'
import { valueWords } from './field-value.ts'

const differs = ({ submitted, recorded }: ComparedField): boolean =>
  submitted !== recorded && String(submitted ?? '') !== String(recorded ?? '')

interface MergeFieldsProps {
  fields: readonly ComparedField[]
  /** What the values beside the record’s are. */
  noun: 'answer' | 'value'
  /** The heading of those values. */
  source: string
  isSaving: boolean
  /** Why saving failed. */
  error: string | null
  /** Saves chosen fields in the record. Returns whether they’re saved. */
  onSave: (names: string[]) => Promise<boolean>
  /** More buttons. */
  children?: ReactNode
}

const differenceText = (many: number, noun: string): string => {
  if (many === 0) return `Every ${noun} is already in the record.`
  return `${many === 1 ? `1 ${noun} differs` : `${many} ${noun}s differ`} from the record.`
}

/** Renders values beside the record’s. Those that staff choose are saved in the record. */
export const MergeFields = ({
  fields,
  noun,
  source,
  isSaving,
  error,
  onSave,
  children,
}: MergeFieldsProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [showsAll, setShowsAll] = useState(false)
  const different = fields.filter(differs)
  const mergeable = different.filter(({ can_merge }) => can_merge).map(({ name }) => name)
  const shown = showsAll ? fields : fields.filter((field) => differs(field) || field.doubt !== undefined)
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }
  const names = mergeable.filter((name) => chosen.has(name))
  const save = async () => {
    if (await onSave(names)) setChosen(new Set())
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-ink-2">{differenceText(different.length, noun)}</p>
        <Switch label="Show all" checked={showsAll} onChange={setShowsAll} />
      </div>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {shown.length > 0 && <Comparison {...{ shown, source, chosen }} onToggle={toggle} />}
      <div className="flex flex-wrap gap-2">
        {mergeable.length > 0 && (
          <>
            <Button
              variant="primary"
              busy={isSaving}
              disabled={names.length === 0}
              onClick={() => void save()}
            >
              {names.length === 0 ? 'Save in the record' : `Save ${names.length} in the record`}
            </Button>
            <Button onClick={() => setChosen(new Set(mergeable))}>Choose all</Button>
          </>
        )}
        {children}
      </div>
    </div>
  )
}

interface ComparisonProps {
  shown: readonly ComparedField[]
  source: string
  chosen: ReadonlySet<string>
  onToggle: (name: string) => void
}

const Comparison = ({ shown, source, chosen, onToggle }: ComparisonProps) => (
  <table className="w-full table-fixed text-left">
    <thead className="text-label text-ink-2">
      <tr>
        <th scope="col" className="w-8 pb-1">
          <span className="sr-only">Save</span>
        </th>
        <th scope="col" className="pb-1 font-medium">
          {source}
        </th>
        <th scope="col" className="pb-1 pl-3 font-medium">
          Record
        </th>
      </tr>
    </thead>
    <tbody>
      {shown.map((field) => (
        <tr key={field.name} className="border-t border-line align-top">
          <td className="py-2">
            {differs(field) && field.can_merge && (
              <CheckboxBox
                aria-label={`Save ${fieldLabel(field.name)}`}
                checked={chosen.has(field.name)}
                onChange={() => onToggle(field.name)}
              />
            )}
          </td>
          <td className="py-2">
            <p className="text-label text-ink-3">{fieldLabel(field.name)}</p>
            <p className="break-words">{valueWords(field.name, field.submitted)}</p>
            {field.doubt !== undefined && (
              <p className="mt-1 flex items-start gap-1 text-label text-warning-text">
                <TriangleAlert size={14} aria-hidden className="mt-px shrink-0" />
                <span className="min-w-0 break-words">{field.doubt}</span>
              </p>
            )}
          </td>
          <td className="py-2 pl-3">
            <p className="text-label text-ink-3">{differs(field) ? 'Different' : 'Same'}</p>
            <p className="break-words text-ink-2">{valueWords(field.name, field.recorded)}</p>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
