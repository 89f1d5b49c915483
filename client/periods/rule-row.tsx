import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { waiverRules, type RuleKey } from '#contract/periods/waiver-rules.ts'
import { cx } from '#client/ui/cx.ts'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { Switch } from '#client/ui/switch.tsx'
import { RuleDetails } from './rule-details.tsx'
import { ruleInWords } from './rule-words.ts'
import type { WaiverValues } from './waiver-words.ts'

interface RuleRowProps {
  form: RecordForm<WaiverValues>
  rule: RuleKey
  /** Among those that were searched for. */
  isShown: boolean
}

/** A rule of the catalogue: on or off, what it asks in a line, and all of it when it is opened. */
export const RuleRow = ({ form, rule, isShown }: RuleRowProps) => {
  const { label, meaning } = waiverRules[rule]
  const id = useId()
  const value = useWatch({ control: form.methods.control, name: rule })
  const { isOpen, isMounted, isWrong, toggle, setOpen } = useFold(form, rule)
  const turn = (isOn: boolean) => {
    form.methods.setValue(`${rule}.is_on`, isOn, { shouldDirty: true, shouldTouch: true })
    // what it asks may not be said yet
    if (isOn) setOpen(true)
  }
  return (
    <li hidden={!isShown && !isWrong} className="rounded-card shadow-control">
      <div className="flex items-start gap-2 py-2 pr-3 pl-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          className="flex min-w-0 flex-1 items-start gap-2 rounded-control text-left"
        >
          <ChevronRight
            size={16}
            aria-hidden
            className={cx('mt-0.5 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
          />
          <span className="min-w-0">
            <span className={cx('block font-medium', !value.is_on && 'text-ink-2')}>{label}</span>
            <span className="block text-label text-ink-2">
              {isOpen || !value.is_on ? meaning : ruleInWords(rule, value)}
            </span>
          </span>
        </button>
        <Switch
          label={<span className="sr-only">{`${label} is in force`}</span>}
          checked={value.is_on}
          onChange={turn}
        />
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line p-3">
        {isMounted && <RuleDetails form={form} rule={rule} />}
      </div>
    </li>
  )
}

/** Open when it is wanted, and whenever something in it is wrong; what was changed keeps its fields for their errors. */
const useFold = (form: RecordForm<WaiverValues>, rule: RuleKey) => {
  const [isWanted, setOpen] = useState(false)
  const { errors, dirtyFields } = useFormState({ control: form.methods.control, name: rule })
  const isWrong = errors[rule] !== undefined
  const isOpen = isWanted || isWrong
  return {
    isOpen,
    isWrong,
    isMounted: isOpen || dirtyFields[rule] !== undefined,
    toggle: () => setOpen(!isOpen),
    setOpen,
  }
}
