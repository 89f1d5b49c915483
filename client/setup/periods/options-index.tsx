import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import type { RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { LinkRow, linkItemClass, linkListClass, linkRowClass } from '#client/platform/ui/text/link-row.tsx'
import { allTopics, optionsTopics, topicOfPath, useOptionsTopic, type Topic } from './options-topics.ts'
import type { OptionsEdits } from './use-options-edit.ts'

/** Renders the topics of the insurance options, each with what it holds now. A document that can’t be read has none. */
export const TopicIndex = ({ edits: { options, days, rules } }: { edits: OptionsEdits }) => (
  <nav aria-label="Topics" className="mb-4">
    <ul className={linkListClass}>
      {options && <TopicRows topics={optionsTopics.options} form={options.form} />}
      {days && <TopicRows topics={optionsTopics.days} form={days.form} />}
      {rules && <TopicRows topics={optionsTopics.rules} form={rules.form} />}
    </ul>
  </nav>
)

interface TopicRowsProps<V extends FieldValues> {
  topics: readonly Topic<V>[]
  form: RecordForm<V>
}

const TopicRows = <V extends FieldValues>({ topics, form }: TopicRowsProps<V>) => {
  useWatch({ control: form.methods.control })
  const content = form.methods.getValues()
  return topics.map(({ id, title, summary }) => (
    <li key={id} className={linkItemClass}>
      <Link to="." hash={id} className={linkRowClass}>
        <LinkRow title={title} text={summary(content)} />
      </Link>
    </li>
  ))
}

/** Renders links to the topics next to one of them; on a narrow screen they’re hidden. */
export const TopicRail = ({ current, parts }: { current: string; parts: OptionsEdits }) => (
  <nav aria-label="Topics" className="hidden xl:block">
    <ul className="sticky top-16 flex flex-col gap-px p-4">
      {allTopics
        .filter(({ part }) => parts[part] !== null)
        .map(({ id, title }) => (
          <li key={id}>
            <Link
              to="."
              hash={id}
              aria-current={id === current ? 'page' : undefined}
              className={cx(
                'flex min-h-7 w-full items-center rounded-control px-2 text-label no-underline hover:bg-hover hover:text-ink',
                id === current ? 'bg-selection font-medium text-ink' : 'text-ink-2',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
    </ul>
  </nav>
)

/** Renders the way back to the index, above a topic. */
export const BackToTopics = () => (
  <Link
    to="."
    hash=""
    className="mb-4 inline-flex min-h-7 items-center gap-1 text-label text-ink-2 no-underline hover:text-ink"
  >
    <ArrowLeft size={14} aria-hidden />
    All insurance options
  </Link>
)

interface TopicSectionProps {
  id: string
  why: string
  children: ReactNode
}

/** Renders a topic on its page. On the others it’s hidden, so that its fields keep what was typed, and their errors. */
export const TopicSection = ({ id, ...section }: TopicSectionProps) => {
  const topic = useOptionsTopic()
  const { title = '' } = allTopics.find((one) => one.id === id) ?? {}
  return (
    <div hidden={topic?.id !== id}>
      <FormSection id={id} title={title} {...section} />
    </div>
  )
}

/**
 * Moves the focus to a topic that is gone to. Returns what goes to the field of an error, on its topic’s page: an error’s
 * place is its form and its field.
 */
export const useTopicFocus = (pick: (place: string) => void) => {
  const id = useOptionsTopic()?.id ?? null
  const navigate = useNavigate()
  const before = useRef(id)
  const wanted = useRef<string | null>(null)
  const arrive = useEffectEvent(() => {
    const { current: place } = wanted
    wanted.current = null
    if (place !== null) pick(place)
    else if (id !== null) document.getElementById(id)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (before.current !== id) arrive()
    before.current = id
  }, [id])
  return (place: string): void => {
    const topic = topicOfPath(place.slice(place.indexOf(':') + 1))
    if (!topic || topic.id === id) pick(place)
    else {
      wanted.current = place
      void navigate({ to: '.', hash: topic.id })
    }
  }
}
