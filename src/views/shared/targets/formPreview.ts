/** Facts of a preview that the server computes for a form. */
type FormPreviewState<Run> =
  /** The form has an error, so the server was not asked. */
  | { kind: 'incomplete' }
  | { kind: 'loading' }
  | { kind: 'known'; run: Run }
  /** The last response while the server does not answer; `at`: its time, epoch ms. */
  | { kind: 'old'; run: Run; at: number }
  | { kind: 'refused'; reason: string };

/** Content to show for each kind. */
interface FormPreviewCases<Run, Shown> {
  incomplete: () => Shown;
  loading: () => Shown;
  known: (run: Run) => Shown;
  old: (run: Run, at: number) => Shown;
  refused: (reason: string) => Shown;
}

/**
 * Preview that the server computes for a form. Its run is read only by `show`, which asks what is shown for
 * every kind: an old or failed preview cannot be mistaken for one that found nothing.
 */
export interface FormPreview<Run> {
  readonly kind: FormPreviewState<Run>['kind'];
  show<Shown>(cases: FormPreviewCases<Run, Shown>): Shown;
}

export function formPreviewOf<Run>(state: FormPreviewState<Run>): FormPreview<Run> {
  return {
    kind: state.kind,
    show(cases) {
      switch (state.kind) {
        case 'known':
          return cases.known(state.run);
        case 'old':
          return cases.old(state.run, state.at);
        case 'refused':
          return cases.refused(state.reason);
        default:
          return cases[state.kind]();
      }
    },
  };
}
