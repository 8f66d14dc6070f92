/** Message instead of the key. */
export function Notice(props: { title: string; text: string }) {
  return (
    <section className="notice" role="status">
      <h1>{props.title}</h1>
      <p>{props.text}</p>
    </section>
  );
}
