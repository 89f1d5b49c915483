import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { get, useFormContext, useFormState, useWatch, type FieldValues } from 'react-hook-form'
import type { Shape } from '#contract/platform/document.ts'
import {
  hasOfficeTexts,
  missingText,
  officeTextsIn,
  type OfficeText,
} from '#contract/platform/translation.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import { languageLabels, siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import { EnglishChanged, useOutdated } from './english-changed.tsx'
import { plainWords } from '#client/platform/history/document-text.ts'
import { titleOfItem } from '#client/platform/lib/merge.ts'
import { isRecord } from '#client/platform/lib/plain-record.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { Textarea } from '#client/platform/ui/controls/textarea.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { RichTextEditor } from '#client/platform/ui/rich-text/later-editor.tsx'
import { asText, useFieldLabel, widths } from '#client/platform/ui/form/use-form-field.ts'
import type { PickPicture } from '#client/platform/ui/rich-text/picture-control.tsx'
import { RichText } from '#client/platform/ui/rich-text/rich-text.tsx'

/** The language in which a document’s texts are being edited, and its preview is shown. */
export const EditedLanguageContext = createContext<SiteLanguage>('en')

/** Lets the user choose an image of the school in a text of the website. */
export const PickPictureContext = createContext<PickPicture | undefined>(undefined)

const languageOptions = siteLanguages.map((value) => ({ value, label: languageLabels[value] }))

type Texts = Pick<PeriodDocument, 'content' | 'labels' | 'isWebsite'>

interface EditedLanguageProps<S extends Shape> {
  document: PeriodDocument<string, S>
  language: SiteLanguage
  onChange: (language: SiteLanguage) => void
  /** The fields of the document, with its texts in English. */
  children: ReactNode
}

/** Renders a document’s fields, or its texts in another language; documents without texts for students have no choice. */
export const EditedLanguage = <S extends Shape>({ document, ...props }: EditedLanguageProps<S>) => {
  const { language, onChange, children } = props
  const [hasTexts] = useState(() => hasOfficeTexts(document.content))
  if (!hasTexts) return children
  return (
    <>
      <LanguageChoice document={document} {...{ language, onChange }} />
      {/* the fields stay, so that their errors have labels */}
      <div className={language === 'en' ? 'contents' : 'hidden'}>{children}</div>
      {language !== 'en' && <SpanishTexts document={document} />}
    </>
  )
}

const LanguageChoice = ({
  document,
  language,
  onChange,
}: Omit<EditedLanguageProps<Shape>, 'children' | 'document'> & { document: Texts }) => {
  const texts = officeTextsIn(document.content, useWatch<FieldValues>(), 'es')
  useEnglishForErrors(onChange)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Segmented label="Language" options={languageOptions} value={language} onChange={onChange} />
      <output className="text-label text-ink-3">{missingText(texts)}</output>
    </div>
  )
}

/** Shows the English fields when one of them stops a save. */
const useEnglishForErrors = (onChange: (language: SiteLanguage) => void): void => {
  const { errors } = useFormState()
  const isWrong = hasErrorOutsideSpanish(errors)
  useEffect(() => {
    if (isWrong) onChange('en')
  }, [isWrong, onChange])
}

/** Returns whether any error in a tree of a form’s errors belongs to another field than a Spanish one. */
const hasErrorOutsideSpanish = (error: unknown): boolean => {
  if (!isRecord(error) && !Array.isArray(error)) return false
  if (isRecord(error) && typeof error['message'] === 'string') return true
  return Object.entries(error).some(([name, inner]) => name !== 'es' && hasErrorOutsideSpanish(inner))
}

/** Renders a field for the Spanish of each text that isn’t empty in English, in the parts of the document. */
const SpanishTexts = ({ document }: { document: Texts }) => {
  const { getValues } = useFormContext()
  const [content] = useState(() => getValues())
  const texts = officeTextsIn(document.content, content, 'es')
  if (texts.length === 0)
    return (
      <p className="text-label text-ink-3">Nothing to translate yet. Write the texts in English first.</p>
    )
  const parts = Map.groupBy(texts, (text) => partOf(text))
  return [...parts].map(([part, inPart]) => (
    <FormSection key={part} title={document.labels[part] ?? plainWords.path(part)}>
      {inPart.map((text) => (
        <SpanishText
          key={`${text.at} ${text.name}`}
          text={text}
          label={labelIn(document, content, text)}
          isWebsite={document.isWebsite}
        />
      ))}
    </FormSection>
  ))
}

/** Returns the field of the document that a text is in. */
const partOf = ({ at, name }: OfficeText): string => at.split('.')[0] || name

/** 'Who pays? › Answer', 'Program › Value': the lists and the titles of the items that a text is in, and what it is there. */
const labelIn = ({ labels }: Texts, content: FieldValues, { at, name, english }: OfficeText): string => {
  if (at === '') return labels[name] ?? plainWords.path(name)
  const parts = at.split('.')
  const titles = parts.slice(1).flatMap((part, index) => {
    const before: unknown = get(content, parts.slice(0, index + 1).join('.'))
    const title = titleOf(get(content, parts.slice(0, index + 2).join('.')), before, part)
    return title === null || title === english ? [] : [title]
  })
  return [...titles, plainWords.path(name)].join(' › ')
}

/** Returns the title of an item, or the name of one of several lists; null for what its place already says. */
const titleOf = (value: unknown, before: unknown, part: string): string | null => {
  if (isRecord(value) && 'key' in value) return labelOf(value)
  return isRecord(before) && !('key' in before) ? plainWords.path(part) : null
}

const labelOf = (item: Readonly<Record<string, unknown>>): string =>
  typeof item['label'] === 'string' && item['label'] !== '' ? item['label'] : inWords(titleOfItem(item))

/** A form’s field without a label has only its name. */
const inWords = (title: string): string => (/^[a-z\d_]+$/.test(title) ? plainWords.path(title) : title)

interface SpanishTextProps {
  text: OfficeText
  label: string
  isWebsite: boolean
}

const focusText = (field: Element | null): void =>
  field?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus()

/** More characters than this are typed in several lines. */
const longestLine = 90

/**
 * Renders a text’s Spanish with its English below. The form doesn’t register it: a registered field without a value would
 * look like a change.
 */
const SpanishText = ({ text: { at, name, isRich, english }, label, isWebsite }: SpanishTextProps) => {
  const path = pathIn(at, 'es', name)
  const { setValue } = useFormContext()
  const value = asText(useWatch<FieldValues>({ name: path }))
  const outdated = useOutdated(pathIn(at, 'es', 'of', name), english)
  const note = value !== '' && outdated.isOutdated && (
    <EnglishChanged
      label={label}
      onConfirm={(field) => {
        focusText(field)
        outdated.confirm()
      }}
    />
  )
  const { errors } = useFormState({ name: path })
  const message: unknown = get(errors, `${path}.message`)
  useFieldLabel(path, label)
  const change = (typed: string): void => {
    setValue(path, typed, { shouldDirty: true })
    outdated.confirm()
  }
  const frame = { label, error: typeof message === 'string' ? message : undefined }
  const pickPicture = use(PickPictureContext)
  const profile = isWebsite ? 'website' : 'plain'
  if (!isRich)
    return (
      <Field {...frame} aside={note} className={widths.full} hint={<span lang="en">{english}</span>}>
        {english.length > longestLine ? (
          <Textarea lang="es" rows={3} value={value} onChange={(event) => change(event.target.value)} />
        ) : (
          <TextInput lang="es" value={value} onChange={(event) => change(event.target.value)} />
        )}
      </Field>
    )
  return (
    <div className={widths.full}>
      <Field {...frame} aside={note || (value === '' && <CopyEnglish onCopy={() => change(english)} />)}>
        <RichTextEditor
          value={value}
          onChange={change}
          {...{ label, profile }}
          pickPicture={isWebsite ? pickPicture : undefined}
        />
      </Field>
      <div lang="en" className="mt-1 text-label text-ink-3">
        <RichText html={english} profile={profile} />
      </div>
    </div>
  )
}

const pathIn = (at: string, ...names: readonly string[]): string =>
  [...(at === '' ? [] : [at]), ...names].join('.')

/** Starts a text from the English one, so that its links, images and lists stay. */
const CopyEnglish = ({ onCopy }: { onCopy: () => void }) => (
  <Button variant="ghost" onClick={onCopy}>
    Copy the English text
  </Button>
)
