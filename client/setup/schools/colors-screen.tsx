import * as z from 'zod/mini'
import { createFileRoute } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import {
  colorPairLabels,
  colorPairs,
  schoolColors,
  themeLabels,
  themes,
  type ColorPair,
  type SchoolColors,
  type Theme,
} from '#contract/setup/schools/colors.ts'
import { contrastWarnings, readableOn, schoolColorsChange } from '#contract/setup/schools/contrast.ts'
import { replaceSchoolColors } from '#contract/setup/schools/endpoints.ts'
import { school as schoolShape, type School } from '#contract/setup/schools/shapes.ts'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { fieldsOf, type FieldOf } from '#client/platform/ui/form/fields.ts'
import { FoldButton } from '#client/platform/ui/form/fold.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { asText, useFormField, type FormFieldProps } from '#client/platform/ui/form/use-form-field.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { ColorsPreview } from './colors-preview.tsx'
import { contrastText, isColor, warningText } from './color-text.ts'
import { EditFrame, LoadedSchool } from './edit-frame.tsx'
import { colorNames } from './school-text.ts'
import { useProposedColors } from './use-proposed-colors.ts'
import { schoolReads, useSchoolEdit, type SchoolPart } from './use-school-edit.ts'
import { useSiteSaveLabel } from './use-site-save-label.ts'

const f = fieldsOf<SchoolColors>()

/** Renders the colors of a school's student website. */
const ColorsScreen = () => {
  const schoolId = Number(Route.useParams().id)
  return (
    <LoadedSchool schoolId={schoolId} title="Colors">
      {(school) => <Colors key={school.id} school={school} />}
    </LoadedSchool>
  )
}

const Colors = ({ school }: { school: School }) => {
  const { send } = useSend(replaceSchoolColors, { refreshes: schoolReads, quiet: true })
  const edit = useSchoolEdit({
    schoolId: school.id,
    part: colorsPart,
    record: school,
    save: async (facts, version) =>
      (await send({ params: { id: school.id }, body: { ...nested(facts), version } })).reply,
  })
  // watched by name: watching the whole form misses the latest input
  const [light, dark] = useWatch({ control: edit.form.methods.control, name: ['light', 'dark'] })
  const colors = { light, dark }
  return (
    <EditFrame
      saveLabel={useSiteSaveLabel(school, edit, () => true)}
      schoolId={school.id}
      title="Colors"
      edit={edit}
      width="lg"
      before={
        <div className="flex flex-col gap-4 pb-6">
          <ColorsPreview school={school} colors={colors} />
          <Warnings colors={colors} />
        </div>
      }
    >
      <ChosenAndProposed colors={colors} />
      <TextColors colors={colors} />
    </EditFrame>
  )
}

const Warnings = ({ colors }: { colors: SchoolColors }) => {
  const warnings = contrastWarnings(colors)
  if (warnings.length === 0) return null
  return (
    <Banner tone="warning" title="Some text may be hard to read">
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.theme}.${warning.pair}`}>{warningText(warning)}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** Renders the two colors that a school chooses, and those of dark mode, which follow them until they’re changed. */
const ChosenAndProposed = ({ colors }: { colors: SchoolColors }) => {
  const { follow, propose, isProposed } = useProposedColors(f.useForm())
  return (
    <>
      <FormSection title="School colors" why="Choose 2 colors. Shipmate proposes the others to fit.">
        <Pair theme="light" pair="primary" colors={colors} onPicked={follow} />
        <Pair theme="light" pair="accent" colors={colors} onPicked={follow} />
      </FormSection>
      <FormSection title="Dark mode" why="For students whose device uses dark mode.">
        <Pair theme="dark" pair="primary" colors={colors} />
        <Pair theme="dark" pair="accent" colors={colors} />
        <div className="col-span-6 flex min-h-8 items-center gap-2 text-label text-ink-3">
          {isProposed(colors) ? (
            <p>All other colors are proposed from the school colors.</p>
          ) : (
            <Button size="sm" onClick={propose}>
              Use proposed colors
            </Button>
          )}
        </div>
      </FormSection>
    </>
  )
}

/** Renders the colors that hardly any school changes. They stay mounted, so that their errors are listed. */
const TextColors = ({ colors }: { colors: SchoolColors }) => {
  const id = useId()
  const [isWanted, setWanted] = useState(false)
  const { errors } = useFormState<SchoolColors>()
  const isWrong = themes.some((theme) => Object.keys(errors[theme] ?? {}).some(isDetail))
  const isOpen = isWanted || isWrong
  return (
    <section className="flex flex-col gap-4 border-t border-line py-6">
      <FoldButton isOpen={isOpen} controls={id} onToggle={() => setWanted(!isOpen)}>
        <h2 className="text-section font-semibold">Text and banner</h2>
        <p className="mt-1 text-label text-ink-3">Proposed to be readable. Change them if you need to.</p>
      </FoldButton>
      <div id={id} hidden={!isOpen}>
        {themes.map((theme) => (
          <FormSection key={theme} title={themeLabels[theme]}>
            <Pair theme={theme} pair="banner" colors={colors} />
            {colorPairs.map((pair) => (
              <Color
                key={pair}
                name={`${theme}.on_${pair}`}
                label={`Text on ${colorPairLabels[pair].toLowerCase()}`}
                width="third"
              />
            ))}
          </FormSection>
        ))}
      </div>
    </section>
  )
}

const isDetail = (name: string): boolean => name === 'banner' || name.startsWith('on_')

interface PairProps {
  theme: Theme
  pair: ColorPair
  colors: SchoolColors
  onPicked?: () => void
}

/** Renders a background color with the contrast of its text, and text that can be read if it can’t. */
const Pair = ({ theme, pair, colors, onPicked }: PairProps) => {
  const form = f.useForm()
  const { [pair]: ground, [`on_${pair}` as const]: text } = colors[theme]
  const words = contrastText(text, ground)
  const isReadable = words?.endsWith(', good contrast') ?? true
  const Icon = isReadable ? CircleCheck : CircleAlert
  const better = isReadable || words === null ? null : readableOn(ground, text)
  return (
    <fieldset className="col-span-6 grid grid-cols-6 items-start gap-x-3 gap-y-1">
      <legend className="sr-only">{`${themeLabels[theme]}: ${colorPairLabels[pair]}`}</legend>
      <Color name={`${theme}.${pair}`} label={colorPairLabels[pair]} width="half" onPicked={onPicked} />
      <div className="tabular col-span-6 flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-label sm:col-span-3 sm:mt-5">
        <p className={cx('flex items-center gap-1.5', isReadable ? 'text-ink-2' : 'text-warning-text')}>
          {words !== null && <Icon size={14} aria-hidden className="shrink-0" />}
          {words ?? 'Enter 6 characters after #'}
        </p>
        {better !== null && (
          <Button
            size="sm"
            onClick={() =>
              form.setValue(`${theme}.on_${pair}`, better, { shouldDirty: true, shouldValidate: true })
            }
          >
            Use text color {better}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface ColorFieldProps extends FormFieldProps {
  onPicked?: (() => void) | undefined
}

/** Renders a color field: picked, or typed as #rrggbb. */
const ColorField = ({ onPicked, ...props }: ColorFieldProps) => {
  const { value, onChange, frame, ...field } = useFormField(props)
  const text = asText(value)
  const pick = (color: string) => {
    onChange(color)
    onPicked?.()
  }
  return (
    <Field {...frame}>
      <span className="flex items-center gap-2">
        <TextInput
          {...field}
          value={text}
          onChange={({ target }) => pick(target.value)}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          className="tabular min-w-0 flex-1 font-mono"
        />
        <input
          type="color"
          aria-label={`Choose ${frame.label.toLowerCase()}`}
          value={isColor(text) ? text.toLowerCase() : '#000000'}
          onChange={(event) => pick(event.target.value)}
          className="size-8 shrink-0 cursor-pointer rounded-control bg-raised p-0.5 shadow-control coarse:size-10"
        />
      </span>
    </Field>
  )
}

const Color: FieldOf<ColorFieldProps, SchoolColors> = ColorField

/** Returns every color by path: `light.on_primary`. */
type EditableColors = Readonly<Record<string, string>>

const flat = (colors: object): EditableColors =>
  Object.fromEntries(
    Object.entries(z.parse(schoolColors, colors)).flatMap(([theme, palette]) =>
      Object.entries(palette).map(([name, color]) => [`${theme}.${name}`, color]),
    ),
  )

/** Returns the colors to send. */
const nested = (facts: EditableColors): SchoolColors =>
  z.parse(
    schoolColors,
    Object.fromEntries(
      themes.map((theme) => [
        theme,
        Object.fromEntries(
          Object.entries(facts).flatMap(([name, color]) =>
            name.startsWith(`${theme}.`) ? [[name.slice(theme.length + 1), color]] : [],
          ),
        ),
      ]),
    ),
  )

const fields: MergeFields<EditableColors> = Object.fromEntries(
  Object.entries(colorNames).map(([name, label]) => [
    name,
    { label, words: (facts: EditableColors) => facts[name] ?? '' },
  ]),
)

/** The editable part with a school's colors. */
const colorsPart: SchoolPart<SchoolColors, EditableColors> = {
  key: 'school-colors',
  reply: schoolShape,
  what: 'the colors of this school',
  savedTitle: 'Colors saved',
  schema: schoolColorsChange,
  fields,
  valuesOf: ({ colors }) => schoolColors.safeParse(colors).data ?? null,
  factsOf: ({ colors }: School) => flat(colors),
  factsIn: (body) => flat(Object(body)),
  versionOf: ({ colors_version }) => colors_version,
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/colors')({
  component: ColorsScreen,
})
