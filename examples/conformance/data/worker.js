onmessage = async ({ data }) => {
  const { answer } = await (await fetch("answer.json")).json();
  postMessage(data + answer);
};
