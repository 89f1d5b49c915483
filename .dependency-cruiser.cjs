/** The import rules (ARCHITECTURE.md), each with its reason. `scripts/project-rules.test.ts` breaks every one. */
const { areas } = require('./scripts/imports.ts')

/** The areas of modules. */
const business = areas.slice(1, -1).join('|')

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      comment: 'Every layer reads the contract, so it depends on none of them.',
      severity: 'error',
      from: { path: '^contract/', pathNot: String.raw`\.test\.ts$` },
      to: { pathNot: String.raw`^contract/|node_modules/zod/` },
    },
    {
      name: 'client-imports-no-server',
      comment: 'The client reaches the server only through the contract.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(server|seeds|bench)/' },
    },
    {
      name: 'server-imports-no-client',
      comment: 'The server serves the built client as files.',
      severity: 'error',
      from: { path: '^(server|seeds)/' },
      to: { path: '^client/' },
    },
    ...areas.slice(1).map((area, above) => ({
      name: 'imports-go-down',
      comment:
        'An area stands on those below it (docs/decisions/01-package-layers-and-areas.md); `scripts/imports.ts` looks for circles of modules.',
      severity: 'error',
      from: {
        path: `^(contract|server|client)/${area}/`,
        pathNot: String.raw`(\.(test|specimen)\.tsx?|/factory\.ts)$`,
      },
      to: { path: `^$1/(${areas.slice(0, above + 1).join('|')})/` },
    })),
    {
      name: 'list-parts-are-separate',
      comment:
        'Bulk actions, exports, views and the preview panel meet in list/ and share state/ and cells/.',
      severity: 'error',
      from: { path: '^client/records/student-periods/(bulk|export|views|panel)/' },
      to: {
        path: '^client/records/student-periods/',
        pathNot: '^client/records/student-periods/($1|state|cells)/',
      },
    },
    {
      name: 'list-state-imports-no-part',
      comment: 'Every part of the list reads its query and columns.',
      severity: 'error',
      from: { path: '^client/records/student-periods/(state|cells)/' },
      to: {
        path: '^client/records/student-periods/',
        pathNot: '^client/records/student-periods/($1|cells)/',
      },
    },
    {
      name: 'client-imports-single-modules',
      comment: 'contract/app/contract.ts has every schema: the sign-in page would load all of them.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: String.raw`^contract/app/contract\.ts$` },
    },
    {
      name: 'ui-and-lib-import-no-module',
      comment:
        'Every module uses ui and lib, so they depend on none of them, nor on its part of the contract.',
      severity: 'error',
      from: { path: '^(client/platform/(ui|lib)|server/platform/lib)/' },
      to: { path: `^(client/(app|${business}|platform/common)|contract/(${business}))/` },
    },
    {
      name: 'basic-ui-imports-no-composed-ui',
      comment: 'The table, the form and the editor are built from basic components, not the reverse.',
      severity: 'error',
      from: { path: '^client/platform/ui/(controls|overlays|states|text)/' },
      to: { path: '^client/platform/ui/(data-table|form|rich-text)/' },
    },
    {
      name: 'table-and-editor-are-separate',
      comment:
        'The table and the editor import neither each other nor the form, which can contain an editor.',
      severity: 'error',
      from: { path: '^client/platform/ui/(data-table|rich-text)/' },
      to: { path: '^client/platform/ui/(data-table|form|rich-text)/', pathNot: '^client/platform/ui/$1/' },
    },
    {
      name: 'form-imports-no-table',
      comment: 'A form can be on any screen and loads without the table.',
      severity: 'error',
      from: { path: '^client/platform/ui/form/' },
      to: { path: '^client/platform/ui/data-table/' },
    },
    {
      name: 'fields-are-typed',
      comment: 'Only with fieldsOf<Values>() does the compiler check the names of a form’s fields.',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/platform/ui/form/' },
      to: { path: String.raw`^client/platform/ui/form/[a-z-]+-field\.tsx$` },
    },
    {
      name: 'site-is-independent',
      comment:
        'The student site uses these pages unchanged: they import no staff screen and make no requests.',
      severity: 'error',
      from: { path: '^client/setup/site/' },
      to: {
        path: '^client/',
        pathNot: String.raw`^client/setup/site/|^client/platform/ui/rich-text/rich-text\.tsx$`,
      },
    },
    {
      name: 'server-modules-use-the-index',
      comment: 'A module’s index.ts exports what others may use.',
      severity: 'error',
      from: { path: `^server/(${business})/([^/]+)/`, pathNot: String.raw`(\.test|/factory)\.ts$` },
      to: {
        path: `^server/(${business}|platform/history)/`,
        pathNot: String.raw`^server/$1/$2/|^server/[^/]+/[^/]+/(index|factory)\.ts$`,
      },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules decide on plain values: no database, no network, no clock.',
      severity: 'error',
      from: { path: String.raw`^server/[^/]+/[^/]+/(rules\.ts|rules/)`, pathNot: String.raw`\.test\.ts$` },
      to: {
        path: '^server/platform/(db|http|jobs)/|^server/platform/lib/(clock|mailer|files)|node_modules/(kysely|pg|fastify)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-have-no-sql',
      comment: 'A route calls a query or a command and presents the result.',
      severity: 'error',
      from: { path: String.raw`^server/[^/]+/[^/]+/routes(\.ts|/)`, pathNot: String.raw`\.test\.ts$` },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'factories-are-for-tests-and-seeds',
      comment: 'Factories invent rows, which the product must not.',
      severity: 'error',
      from: { path: '^server/', pathNot: String.raw`(\.test|/factory)\.ts$|^server/testing/` },
      to: { path: String.raw`/factory\.ts$` },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'The product doesn’t use its test support.',
      severity: 'error',
      from: {
        path: '^(server|client|contract)/',
        pathNot: String.raw`(\.test|/factory)\.tsx?$|^server/testing/`,
      },
      to: { path: '^server/testing/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that import each other belong in one file, or need a third; types count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that no file imports is unused.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: String.raw`\.(test|spec|specimen|gen|d)\.tsx?$|^(scripts|bench|e2e)/|/main\.(tsx?|mjs)$|^client/(start|site-contact)\.ts$|vite-env|^client/public/|\.css$|(vite|vite\.site|vitest|playwright)\.config\.ts$`,
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
