/** The law of the house (ARCHITECTURE.md): each rule carries its reason. `scripts/law.test.ts` breaks every one. */
const rooms =
  'auth|users|schools|periods|website|students|student-periods|coverage|drafts|imports|form-submissions|decisions|notes|documents|emails|email-templates|insurance-companies|verifications|reverifications|reports|history'

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      comment: 'The contract is read by everybody, so it may depend on nobody.',
      severity: 'error',
      from: { path: '^contract/', pathNot: String.raw`\.test\.ts$` },
      to: { pathNot: String.raw`^contract/|node_modules/zod/` },
    },
    {
      name: 'client-knows-no-server',
      comment: 'The client reaches the server through the contract alone.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(server|seeds|bench)/' },
    },
    {
      name: 'server-knows-no-client',
      comment: 'The server serves the built client as files.',
      severity: 'error',
      from: { path: '^(server|seeds)/' },
      to: { path: '^client/' },
    },
    {
      name: 'client-rooms-are-apart',
      comment: 'Rooms meet in client/routes.ts and share through ui, lib and common.',
      severity: 'error',
      from: { path: `^client/(${rooms})/` },
      to: { path: `^client/(${rooms})/`, pathNot: '^client/$1/' },
    },
    {
      name: 'parts-of-the-list-are-apart',
      comment:
        'Acts on a selection, exports, views and the panel meet in list/; what they share is state/ and cells/.',
      severity: 'error',
      from: { path: '^client/student-periods/(bulk|export|views|panel)/' },
      to: {
        path: '^client/student-periods/',
        pathNot: '^client/student-periods/($1|state|cells)/',
      },
    },
    {
      name: 'state-of-the-list-knows-no-part',
      comment: 'What the list is asked, and its columns, are read by every part of it.',
      severity: 'error',
      from: { path: '^client/student-periods/(state|cells)/' },
      to: { path: '^client/student-periods/', pathNot: '^client/student-periods/($1|cells)/' },
    },
    {
      name: 'client-takes-a-room-at-a-time',
      comment: 'contract/index.ts holds every schema: the login would carry all of them.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: String.raw`^contract/index\.ts$` },
    },
    {
      name: 'ui-and-lib-know-no-room',
      comment: 'What every room uses may know none of them.',
      severity: 'error',
      from: { path: '^client/(ui|lib)/' },
      to: { path: `^(client/(${rooms}|app|common)|contract/(${rooms}))/` },
    },
    {
      name: 'parts-of-ui-stand-on-each-other',
      comment: 'What screens are made of knows no table, form or editor, which are made of it.',
      severity: 'error',
      from: { path: '^client/ui/(controls|overlays|states|text)/' },
      to: { path: '^client/ui/(data-table|form|rich-text)/' },
    },
    {
      name: 'table-and-editor-are-apart',
      comment: 'The table and the editor know neither each other nor the form, which may hold an editor.',
      severity: 'error',
      from: { path: '^client/ui/(data-table|rich-text)/' },
      to: { path: '^client/ui/(data-table|form|rich-text)/', pathNot: '^client/ui/$1/' },
    },
    {
      name: 'form-knows-no-table',
      comment: 'A form stands wherever it is needed, and is loaded without the table.',
      severity: 'error',
      from: { path: '^client/ui/form/' },
      to: { path: '^client/ui/data-table/' },
    },
    {
      name: 'fields-come-bound',
      comment: 'By fieldsOf<Values>() alone does the compiler know the names of a form.',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/ui/form/' },
      to: { path: String.raw`^client/ui/form/[a-z-]+-field\.tsx$` },
    },
    {
      name: 'site-stands-by-itself',
      comment:
        'The student site takes these pages as they are: they know no screen of staff and fetch nothing.',
      severity: 'error',
      from: { path: '^client/site/' },
      to: { path: '^client/', pathNot: String.raw`^client/site/|^client/ui/rich-text/rich-text\.tsx$` },
    },
    {
      name: 'server-rooms-meet-at-the-index',
      comment: "A room's index.ts says what others may rely on.",
      severity: 'error',
      from: { path: `^server/(${rooms})/`, pathNot: String.raw`(\.test|/factory)\.ts$` },
      to: {
        path: `^server/(${rooms})/`,
        pathNot: String.raw`^server/$1/|^server/[^/]+/(index|factory)\.ts$`,
      },
    },
    {
      name: 'rules-are-pure',
      comment: 'Decisions on plain values: no database, no network, no clock.',
      severity: 'error',
      from: { path: String.raw`^server/[^/]+/(rules\.ts|rules/)`, pathNot: String.raw`\.test\.ts$` },
      to: {
        path: '^server/(db|http|jobs)/|^server/lib/(clock|mailer|files)|node_modules/(kysely|pg|fastify)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-speak-no-sql',
      comment: 'A route asks a query or a command, and presents.',
      severity: 'error',
      from: { path: String.raw`^server/[^/]+/routes\.ts$` },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'factories-are-for-tests-and-seeds',
      comment: 'Invented rows have no place in the product.',
      severity: 'error',
      from: { path: '^server/', pathNot: String.raw`(\.test|/factory)\.ts$|^server/testing/` },
      to: { path: String.raw`/factory\.ts$` },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'The product does not run on what its tests stand on.',
      severity: 'error',
      from: {
        path: '^(server|client|contract)/',
        pathNot: String.raw`(\.test|/factory)\.tsx?$|^server/testing/`,
      },
      to: { path: '^server/testing/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or three; where only their types do, too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'What nobody imports is dead.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: String.raw`\.(test|spec|specimen|gen|d)\.tsx?$|^(scripts|bench|e2e)/|/main\.tsx?$|vite-env|^client/public/|\.css$|(vite|vitest|playwright)\.config\.ts$`,
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
